/** All that knows Chronicle's files: roll files, the table, locks by number, space. */
package dev.sluice.internal.queue.files;
