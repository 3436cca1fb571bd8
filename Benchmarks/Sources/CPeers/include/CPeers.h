#ifndef CPEERS_H
#define CPEERS_H

/// Encodes the message at level M `rounds` times with libqrencode alone; returns the modules per side.
int peer_encode(const unsigned char *message, int length, int rounds);

/// Scans the gray picture `rounds` times with zbar alone, QR symbols only; returns the symbols found in all.
int peer_scan(const unsigned char *pixels, unsigned width, unsigned height, int rounds);

#endif
