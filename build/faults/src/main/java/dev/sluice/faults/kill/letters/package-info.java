/**
 * {@code sluice crash --scenario job}: repeatedly kills a restartable job and its gateway with SIGKILL; both are separate processes over
 * real queues and a real database. A model without a gateway gives the expected content of the job's file.
 */
package dev.sluice.faults.kill.letters;
