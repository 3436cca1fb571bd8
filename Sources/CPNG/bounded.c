#define _GNU_SOURCE
#include "CPNG.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// libpng inflates whatever follows the last pixel. So it gets a file whose pixels are inflated already, and end at a limit: in
// stored blocks (RFC 1951, 3.2.4), which cost it little more than copying.

enum { STORED = 32 * 1024, OVERHEAD = 12 + 2 + 5 + 5 + 4 };

typedef struct {
  const uint8_t *file;
  size_t size;
  size_t position;       // of what is copied as it is, then of the chunk that is inflated
  size_t pixels;         // where the first IDAT chunk begins
  size_t left;           // how many inflated bytes may follow
  oobqr_png_blocks blocks_left;
  const uint8_t *chunk;  // the chunk that is inflated; NULL before the first
  uint8_t last;          // the last byte of the chunk before it
  oobqr_png_fault *fault;
  z_stream stream;
  bool has_begun, is_at_end, is_broken;
  uLong adler;
  uint8_t made[STORED + OVERHEAD];  // the chunk that is being read
  size_t made_count, made_read;
} Source;

static uint32_t word(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static uint8_t *put(uint8_t *at, uint32_t word) {
  for (int shift = 24; shift >= 0; shift -= 8) *at++ = (uint8_t)(word >> shift);
  return at;
}

static void fail_source(Source *source, const char *reason) {
  source->is_broken = true;
  snprintf(source->fault->reason, sizeof source->fault->reason, "%s", reason);
}

// Compares the checksum of the chunk that was inflated, as libpng does: after its data.
static void check_chunk(Source *source) {
  const uint8_t *chunk = source->chunk;
  if (chunk && crc32(0, chunk + 4, word(chunk) + 4) != word(chunk + 8 + word(chunk))) fail_source(source, "IDAT: CRC error");
}

// Goes on to the next chunk of pixels.
static void next_chunk(Source *source) {
  check_chunk(source);
  if (source->is_broken) return;
  const uint8_t *chunk = source->file + source->position;
  size_t left = source->size - source->position;
  if (left >= 8 && memcmp(chunk + 4, "IDAT", 4)) return fail_source(source, "Not enough image data");
  if (left < 12 || word(chunk) > left - 12) return fail_source(source, "the file ends before its IEND chunk");
  if (source->chunk && word(source->chunk) > 0) source->last = source->stream.next_in[-1];
  source->chunk = chunk;
  source->stream.next_in = (Bytef *)chunk + 8;
  source->stream.avail_in = word(chunk);
  source->position += 12 + (size_t)word(chunk);
}

// The first byte of compressed pixels in the chunks that follow, past empty ones; 0 if there is none.
static unsigned next_byte(const Source *source) {
  for (size_t at = source->position; at < source->size && source->size - at > 8; at += 12) {
    const uint8_t *chunk = source->file + at;
    if (memcmp(chunk + 4, "IDAT", 4)) return 0;
    if (word(chunk) > 0) return chunk[8];
  }
  return 0;
}

// Whether a block begins with code tables: its type is the second and third bit (RFC 1951, 3.2.3).
static bool has_tables(const Source *source) {
  const z_stream *stream = &source->stream;
  int unused = stream->data_type & 7;
  unsigned last = stream->next_in > source->chunk + 8 ? stream->next_in[-1] : source->last;
  unsigned next = stream->avail_in ? stream->next_in[0] : next_byte(source);
  unsigned bits = last >> (8 - unused) | next << unused;
  return (bits >> 1 & 3) == 2;
}

// Counts the block that begins; none begins after the last one (64 in data_type, zlib.h).
static void begin_block(Source *source) {
  bool is_last = source->stream.data_type & 64;
  if (is_last) return;
  oobqr_png_blocks *left = &source->blocks_left;
  source->fault->has_more_blocks = left->any-- == 0;
  source->fault->has_more_tables = has_tables(source) && left->with_tables-- == 0;
  if (source->fault->has_more_blocks || source->fault->has_more_tables) source->is_broken = true;
}

// Inflates the next bytes. Returns how many there are, and marks the end, or that the file is broken.
static size_t inflate_next(Source *source, uint8_t *bytes) {
  size_t wanted = source->left < STORED ? source->left : STORED;
  source->stream.next_out = bytes;
  source->stream.avail_out = (uInt)wanted;
  while (source->stream.avail_out > 0 && !source->is_broken && !source->is_at_end) {
    if (source->stream.avail_in == 0) {
      next_chunk(source);
      continue;
    }
    // Returns after each block.
    int status = inflate(&source->stream, Z_BLOCK);
    if (status == Z_STREAM_END) {
      source->is_at_end = true;
    } else if (status != Z_OK) {
      char reason[64];
      const char *what = source->stream.msg ? source->stream.msg : "damaged LZ stream";
      snprintf(reason, sizeof reason, "IDAT: %s", status == Z_MEM_ERROR ? "out of memory" : what);
      fail_source(source, reason);
    } else if (source->stream.data_type & 128) {
      begin_block(source);
    }
  }
  size_t count = wanted - source->stream.avail_out;
  source->left -= count;
  if (source->left == 0) source->is_at_end = true;
  if (source->is_at_end && !source->is_broken) check_chunk(source);
  return count;
}

// Makes the next chunk of pixels.
static void make(Source *source) {
  uint8_t *data = source->made + 8, *end = data;
  if (!source->has_begun) {
    *end++ = 0x78, *end++ = 0x01;  // a window of 32 KiB, no preset dictionary (RFC 1950, 2.2)
    source->has_begun = true;
  }
  uint8_t *block = end;
  size_t count = inflate_next(source, block + 5);
  *end++ = 0;
  *end++ = (uint8_t)count, *end++ = (uint8_t)(count >> 8);
  *end++ = (uint8_t)~count, *end++ = (uint8_t)(~count >> 8);
  source->adler = adler32(source->adler, end, (uInt)count);
  end += count;
  if (source->is_at_end) {
    block[0] = 1;
    end = put(end, (uint32_t)source->adler);
  }
  put(source->made, (uint32_t)(end - data));
  memcpy(source->made + 4, "IDAT", 4);
  end = put(end, (uint32_t)crc32(0, source->made + 4, (uInt)(end - source->made - 4)));
  source->made_count = (size_t)(end - source->made);
  source->made_read = 0;
}

static ssize_t read_bytes(void *cookie, char *buffer, size_t wanted) {
  Source *source = cookie;
  if (source->position < source->pixels) {
    size_t count = source->pixels - source->position;
    if (count > wanted) count = wanted;
    memcpy(buffer, source->file + source->position, count);
    source->position += count;
    return (ssize_t)count;
  }
  if (source->made_read == source->made_count) {
    if (source->is_at_end) return 0;
    make(source);
    if (source->is_broken) return -1;
  }
  size_t count = source->made_count - source->made_read;
  if (count > wanted) count = wanted;
  memcpy(buffer, source->made + source->made_read, count);
  source->made_read += count;
  return (ssize_t)count;
}

static int close_source(void *cookie) {
  Source *source = cookie;
  inflateEnd(&source->stream);
  free(source);
  return 0;
}

FILE *oobqr_png_open_bounded(const uint8_t *file, size_t size, size_t pixels, size_t limit, oobqr_png_blocks blocks,
                             oobqr_png_fault *fault) {
  Source *source = calloc(1, sizeof *source);
  if (!source) return NULL;
  source->file = file;
  source->size = size;
  source->pixels = pixels;
  source->left = limit;
  source->blocks_left = blocks;
  source->fault = fault;
  source->adler = adler32(0, NULL, 0);
  if (inflateInit(&source->stream) != Z_OK) {
    free(source);
    return NULL;
  }
  cookie_io_functions_t functions = {.read = read_bytes, .close = close_source};
  FILE *stream = fopencookie(source, "r", functions);
  if (!stream) close_source(source);
  return stream;
}
