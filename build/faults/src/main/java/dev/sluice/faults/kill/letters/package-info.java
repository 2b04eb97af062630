/**
 * {@code sluice crash-job}: a restartable job and its gateway in processes of their own, over real queues and a real
 * database, killed with SIGKILL again and again. A model that asks nobody says what the job's file must be in the end.
 */
package dev.sluice.faults.kill.letters;
