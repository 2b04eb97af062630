/** The packages as strangers use them: unpacked or installed, with a JRE and no more. */
package dev.sluice.packages;
