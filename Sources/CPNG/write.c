#include "CPNG.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
} Sink;

static void append(png_structp png, png_bytep data, size_t length) {
  Sink *sink = png_get_io_ptr(png);
  if (sink->count + length > sink->capacity) {
    size_t capacity = 2 * sink->capacity + length;
    uint8_t *bytes = realloc(sink->bytes, capacity);
    if (!bytes) png_error(png, "out of memory");
    sink->bytes = bytes;
    sink->capacity = capacity;
  }
  memcpy(sink->bytes + sink->count, data, length);
  sink->count += length;
}

static void flush(png_structp png) { (void)png; }

static void fail(png_structp png, png_const_charp message) {
  strncpy(png_get_error_ptr(png), message, 79);
  png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) { (void)png, (void)message; }

uint8_t *oobqr_png_write(const oobqr_png_picture *picture, size_t *length, char *reason) {
  memset(reason, 0, 80);
  // The sink is on the heap: a local variable changed between setjmp and longjmp is indeterminate afterwards.
  Sink *sink = calloc(1, sizeof *sink);
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, reason, fail, ignore);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!sink || !info) {
    strcpy(reason, "out of memory");
    png_destroy_write_struct(&png, &info);
    free(sink);
    return NULL;
  }
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_write_struct(&png, &info);
    free(sink->bytes);
    free(sink);
    return NULL;
  }

  png_set_write_fn(png, sink, append, flush);
  png_set_filter(png, 0, PNG_FILTER_NONE);
  png_set_compression_level(png, picture->compression_level);
  int type = picture->palette_entries ? PNG_COLOR_TYPE_PALETTE
             : picture->channels == 4 ? PNG_COLOR_TYPE_RGB_ALPHA
             : picture->channels == 3 ? PNG_COLOR_TYPE_RGB
                                      : PNG_COLOR_TYPE_GRAY;
  png_set_IHDR(png, info, picture->width, picture->height, picture->bit_depth, type,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (picture->palette_entries) {
    png_color palette[256];
    for (int i = 0; i < picture->palette_entries; i++)
      palette[i] = (png_color){picture->palette[3 * i], picture->palette[3 * i + 1], picture->palette[3 * i + 2]};
    png_set_PLTE(png, info, palette, picture->palette_entries);
  }
  if (picture->pixels_per_metre)
    png_set_pHYs(png, info, picture->pixels_per_metre, picture->pixels_per_metre, PNG_RESOLUTION_METER);
  png_write_info(png, info);
  for (uint32_t y = 0; y < picture->height; y++) png_write_row(png, picture->rows + y * picture->row_bytes);
  png_write_end(png, NULL);
  png_destroy_write_struct(&png, &info);

  uint8_t *bytes = sink->bytes;
  *length = sink->count;
  free(sink);
  return bytes;
}
