/** The run of a job that this process has open: its items, its loop, its marks. */
package dev.sluice.internal.client.job;
