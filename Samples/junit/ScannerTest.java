import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Image fixtures in JUnit 5: oobqr makes them once, and each picture becomes a test.
 *
 * <pre>oobqr fixtures make --damage noise:10 --damage rotation:20 -o fixtures</pre>
 */
class ScannerTest {
  private static final Path FOLDER = Path.of(System.getProperty("fixtures", "fixtures"));

  // The manifest has one picture per line. If you have a JSON library, use it instead.
  private static final Pattern LINE =
      Pattern.compile("^\\{\"path\":\"([^\"]+)\".*\"message_base64\":\"([^\"]+)\"");

  @TestFactory
  List<DynamicTest> messagesAreRead() throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    for (String line : Files.readAllLines(FOLDER.resolve("manifest.json"))) {
      Matcher fixture = LINE.matcher(line);
      if (!fixture.find()) continue;
      Path picture = FOLDER.resolve(fixture.group(1));
      byte[] message = Base64.getDecoder().decode(fixture.group(2));
      tests.add(dynamicTest(fixture.group(1), () -> assertArrayEquals(message, scan(picture))));
    }
    return tests;
  }

  /** The scanner under test: replace it with yours. */
  private static byte[] scan(Path picture) throws Exception {
    Process scanner =
        new ProcessBuilder("oobqr", "scan", "--raw", picture.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return scanner.getInputStream().readAllBytes();
  }
}
