#ifndef CPEERS_H
#define CPEERS_H

/// Encodes the message at level M `rounds` times with libqrencode alone; returns the modules per side.
int peer_encode(const unsigned char *message, int length, int rounds);

/// Encodes the message and writes it as PNG with libpng `rounds` times; returns the bytes of a file.
long peer_encode_png(const unsigned char *message, int length, int rounds);

/// Scans the gray picture `rounds` times with zbar alone, QR symbols only; returns the symbols found in all.
int peer_scan(const unsigned char *pixels, unsigned width, unsigned height, int rounds);

#endif
