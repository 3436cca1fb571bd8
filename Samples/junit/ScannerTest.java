import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Image fixtures in JUnit 5: oobqr makes them once, and each picture becomes a test.
 *
 * <pre>oobqr fixtures make --suite smoke --negatives 12 -o fixtures</pre>
 */
class ScannerTest {
  private static final Path FOLDER = Path.of(System.getProperty("fixtures", "fixtures"));

  /** Kinds of damage that the scanner does not support, such as "inversion": these are skipped. */
  private static final Set<String> UNSUPPORTED = Set.of();

  /** The scanner under test, which returns the message of each symbol: replace it with yours. */
  private static List<byte[]> scan(Path picture) throws Exception {
    Process scanner =
        new ProcessBuilder("oobqr", "scan", "--json", picture.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String output = new String(scanner.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = scanner.waitFor();
    assertTrue(code == 0 || code == 4, "exit code " + code); // 4: it has found no symbol
    List<String> messages = values(output, "\"message_base64\":\"([^\"]*)\"");
    return messages.stream().map(Base64.getDecoder()::decode).toList();
  }

  @TestFactory
  List<DynamicTest> exactlyTheMessagesAreRead() throws Exception {
    List<String> lines = Files.readAllLines(FOLDER.resolve("manifest.jsonl"));
    List<Picture> pictures = lines.stream().skip(1).map(Picture::of).toList();
    List<String> count = values(lines.get(0), "\"fixtures\":(\\d+)");
    assertEquals(List.of("" + pictures.size()), count, "the manifest is not whole");
    assertTrue(pictures.stream().anyMatch(Picture::isSupported), "no picture would be tested");
    Map<String, List<Picture>> tests = new LinkedHashMap<>();
    for (Picture one : pictures) {
      tests.computeIfAbsent(one.test, name -> new ArrayList<>()).add(one);
    }
    return tests.entrySet().stream()
        .map(test -> dynamicTest(test.getKey(), () -> check(test.getValue())))
        .toList();
  }

  /** Checks a picture, or the frames of a camera that moves closer, one of which must be read. */
  private static void check(List<Picture> pictures) throws Exception {
    assumeFalse(pictures.stream().anyMatch(one -> !one.isSupported()), "not supported");
    boolean isRead = false;
    for (Picture picture : pictures) {
      List<String> read = new ArrayList<>();
      for (byte[] message : scan(FOLDER.resolve(picture.path))) read.add(text(message));
      List<String> missing = new ArrayList<>(picture.messages);
      missing.removeIf(read::remove); // what was read as expected is in neither list afterwards
      assertEquals(List.of(), read, "wrong messages in " + picture.path);
      isRead |= missing.isEmpty();
    }
    assertTrue(isRead, "not read");
  }

  /** A picture, the messages that must be read, and the test, which frames of a camera share. */
  private record Picture(String path, String test, List<String> messages, boolean isSupported) {
    // If you have a JSON library, use it instead. Quotes in strings are escaped, so that no string
    // looks like a member.
    static Picture of(String line) {
      String path = values(line, "\"path\":\"([^\"]+)\"").get(0);
      List<String> sequence = values(line, "\"sequence\":\"([^\"]+)\"");
      String test = sequence.isEmpty() ? path : path.split("/")[0] + "/" + sequence.get(0);
      List<String> messages = new ArrayList<>();
      if (values(line, "\"expect\":\"(read|unread)\"").get(0).equals("read")) {
        String list = values(line, "\"messages_base64\":\\[([^]]*)\\]").get(0);
        for (String message : values(list, "\"([^\"]*)\"")) {
          messages.add(text(Base64.getDecoder().decode(message)));
        }
      }
      List<String> damages = values(line, "\\{\"kind\":\"([^\"]+)\"");
      boolean isSupported = messages.isEmpty() || damages.stream().noneMatch(UNSUPPORTED::contains);
      return new Picture(path, test, messages, isSupported);
    }
  }

  /** Returns what is between the parentheses of a pattern, wherever it matches. */
  private static List<String> values(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().map(match -> match.group(1)).toList();
  }

  /** Returns a string of one character for each byte, which can be compared. */
  private static String text(byte[] message) {
    return new String(message, StandardCharsets.ISO_8859_1);
  }
}
