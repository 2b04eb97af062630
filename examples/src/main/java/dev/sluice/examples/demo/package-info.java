/**
 * The demo program for the letters job. It generates the data, starts a database and a gateway, runs the job, and compares it
 * with the same job one at a time. All files are in one directory, from which a later start continues an interrupted run.
 */
package dev.sluice.examples.demo;
