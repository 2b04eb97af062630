/**
 * The demo program for the letters job. It generates the data, starts a database and a gateway, runs the job, and compares it
 * with the same job without the gateway. All files are in one directory; a later start continues an interrupted run from them.
 */
package dev.sluice.examples.demo;
