/** The classes that know the layout of Chronicle's files: roll files, the table, its write lock and disk space. */
package dev.sluice.internal.queue.files;
