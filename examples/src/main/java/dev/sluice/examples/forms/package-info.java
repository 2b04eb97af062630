/** The letters job in plain Java, to copy from; in other forms it is in modules of their own beside this one. */
package dev.sluice.examples.forms;
