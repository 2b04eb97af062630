/** Text for terminals. */
package dev.sluice.internal.text;
