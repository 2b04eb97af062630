/** The mark and the history of a run of a job, as they are on disk. */
package dev.sluice.internal.client.run;
