/** Whether what databases keep of a gateway's updates agrees with its queues. Reads both, and changes neither. */
package dev.sluice.replay.audit;
