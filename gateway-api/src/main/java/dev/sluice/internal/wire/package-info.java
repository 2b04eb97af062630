/**
 * The encoding of requests and results as bytes: typed values, versioned frames, checksums. The content of a message never causes
 * a class to be loaded, an arbitrary object to be created, or code to be evaluated. The package works on byte arrays; from
 * Chronicle it uses only the codes of the wire format. {@code docs/reference/wire-format.md} documents the encoding.
 */
package dev.sluice.internal.wire;
