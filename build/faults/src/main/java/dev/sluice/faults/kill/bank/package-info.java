/**
 * {@code sluice crash}: repeatedly kills a gateway and a writer with SIGKILL; both are separate processes over real queues and
 * a real database. A model runs the requests one at a time and gives the expected value of every result and every row.
 */
package dev.sluice.faults.kill.bank;
