/**
 * The log between a client, a gateway and the tools, as they see it, whatever it is made of. For those who write another
 * transport; no job's author meets it.
 */
@NullMarked
package dev.sluice.transport;

import org.jspecify.annotations.NullMarked;
