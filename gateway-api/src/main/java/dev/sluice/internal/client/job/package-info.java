/** A restartable job: the run that this process has open, its items, its marks, and what earlier processes asked. */
package dev.sluice.internal.client.job;
