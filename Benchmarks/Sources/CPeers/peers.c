#include "CPeers.h"

#include <png.h>
#include <qrencode.h>
#include <stdlib.h>
#include <string.h>
#include <zbar.h>

int peer_encode(const unsigned char *message, int length, int rounds) {
  int width = 0;
  for (int i = 0; i < rounds; i++) {
    QRcode *code = QRcode_encodeData(length, message, 0, QR_ECLEVEL_M);
    if (!code) return 0;
    width = code->width;
    QRcode_free(code);
  }
  return width;
}

typedef struct {
  size_t count;
} Sink;

static void count(png_structp png, png_bytep data, size_t length) {
  (void)data;
  ((Sink *)png_get_io_ptr(png))->count += length;
}

static void flush(png_structp png) { (void)png; }

// What qrencode does, without the process: one bit per pixel, eight pixels per module, libpng's own settings.
long peer_encode_png(const unsigned char *message, int length, int rounds) {
  Sink sink = {0};
  for (int i = 0; i < rounds; i++) {
    QRcode *code = QRcode_encodeData(length, message, 0, QR_ECLEVEL_M);
    if (!code) return 0;
    int side = 8 * (code->width + 8), bytes = side / 8;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(png, &sink, count, flush);
    png_set_IHDR(png, info, side, side, 1, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    unsigned char *row = malloc(bytes);
    for (int y = 0; y < side; y++) {
      int module = y / 8 - 4;
      memset(row, 0xFF, bytes);
      if (module >= 0 && module < code->width)
        for (int x = 0; x < code->width; x++)
          if (code->data[module * code->width + x] & 1) row[x + 4] = 0;
      png_write_row(png, row);
    }
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    free(row);
    QRcode_free(code);
  }
  return (long)sink.count / rounds;
}

int peer_scan(const unsigned char *pixels, unsigned width, unsigned height, int rounds) {
  int found = 0;
  for (int i = 0; i < rounds; i++) {
    zbar_image_scanner_t *scanner = zbar_image_scanner_create();
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0);
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1);
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1);
    zbar_image_t *image = zbar_image_create();
    zbar_image_set_format(image, zbar_fourcc('Y', '8', '0', '0'));
    zbar_image_set_size(image, width, height);
    zbar_image_set_data(image, pixels, (unsigned long)width * height, 0);
    found += zbar_scan_image(scanner, image);
    zbar_image_destroy(image);
    zbar_image_scanner_destroy(scanner);
  }
  return found;
}
