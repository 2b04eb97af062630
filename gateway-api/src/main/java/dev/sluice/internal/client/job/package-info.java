/** The implementation of restartable jobs: the run that this process has open, its loop and its items. */
package dev.sluice.internal.client.job;
