#include "CPeers.h"

#include <qrencode.h>
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
