/** The letters job in plain Java, to copy from. Other modules beside this one contain it in other forms. */
package dev.sluice.examples.forms;
