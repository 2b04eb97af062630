/**
 * The program around the letters job: makes the data, starts a database and a gateway, runs the job, and compares it
 * with the same job one at a time. Everything is in one directory; an interrupted run is continued from there.
 */
package dev.sluice.examples.demo;
