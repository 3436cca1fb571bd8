#ifndef OOBQR_CPNG_H
#define OOBQR_CPNG_H

#include <png.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Choosing the bit depth, filter and density of a PNG needs libpng's row interface, which reports errors by longjmp.
// A jump must not cross Swift frames, so setjmp and longjmp both stay inside this one function.

/// The picture for oobqr_png_write. `rows` holds `height` rows of `row_bytes` bytes each.
typedef struct {
  uint32_t width, height;
  int bit_depth;               // 1 or 8
  int channels;                // values per pixel: 1, or at bit depth 8 also 3, or 4 with alpha
  int palette_entries;         // 0: gray; otherwise `palette` holds this many RGB triples
  uint8_t palette[3 * 256];
  uint32_t pixels_per_metre;   // 0: no pHYs chunk
  int compression_level;       // 0...9, zlib's
  const uint8_t *rows;
  size_t row_bytes;
} oobqr_png_picture;

/// Writes a PNG into a buffer from malloc, which the caller frees.
/// Returns NULL if memory runs out or libpng refuses the picture; `reason` (at least 80 bytes) then says why.
uint8_t *oobqr_png_write(const oobqr_png_picture *picture, size_t *length, char *reason);

/// Numbers of blocks of compressed pixels (RFC 1951, 3.2.3), each of which takes time even if it is empty.
typedef struct {
  size_t any;
  size_t with_tables;  // those that begin with code tables of their own take much longer
} oobqr_png_blocks;

/// Why a file that is read within limits is refused.
typedef struct {
  int has_more_blocks;  // 1 if there are more blocks than allowed
  int has_more_tables;  // 1 if there are more blocks with code tables than allowed
  char reason[80];      // empty if nothing is wrong with the compressed pixels
} oobqr_png_fault;

/// Opens a PNG file for reading as one with uncompressed pixels that end after `limit` bytes of rows. Reading fails, and `fault`
/// says why, if the original is broken or has more blocks than `blocks` allows before those bytes end. `pixels` is where its first IDAT
/// chunk begins. The bytes and `fault` must outlive the stream.
/// Returns NULL if memory runs out.
FILE *oobqr_png_open_bounded(const uint8_t *file, size_t size, size_t pixels, size_t limit, oobqr_png_blocks blocks,
                             oobqr_png_fault *fault);

#endif
