#ifndef OOBQR_CPNG_H
#define OOBQR_CPNG_H

#include <png.h>
#include <stddef.h>
#include <stdint.h>

// Writing a PNG of chosen bit depth, filter and density needs libpng's row interface, whose errors arrive by
// longjmp; a jump must not cross Swift frames, so this one function holds both ends of it.

/// What oobqr_png_write writes. `rows` holds `height` rows of `row_bytes` bytes each.
typedef struct {
  uint32_t width, height;
  int bit_depth;               // 1 or 8
  int is_rgb;                  // 1: three values a pixel, at bit depth 8
  int palette_entries;         // 0: gray; otherwise `palette` holds this many RGB triples
  uint8_t palette[6];
  uint32_t pixels_per_metre;   // 0: no pHYs chunk
  int compression_level;       // 0...9, zlib's
  const uint8_t *rows;
  size_t row_bytes;
} oobqr_png_picture;

/// Writes a PNG into a buffer from malloc, which the caller frees.
/// Returns NULL when memory ran out or libpng refused the picture; `reason` (at least 80 bytes) then says why.
uint8_t *oobqr_png_write(const oobqr_png_picture *picture, size_t *length, char *reason);

#endif
