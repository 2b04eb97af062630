/** The letters job in plain Java, as code to copy. Other modules of the examples contain the job in other forms. */
package dev.sluice.examples.forms;
