/**
 * {@code sluice crash}: a gateway and a writer in processes of their own, over real queues and a real database, killed
 * with SIGKILL again and again. A model that runs the requests one at a time says what every result and every row must
 * be.
 */
package dev.sluice.faults.kill.bank;
