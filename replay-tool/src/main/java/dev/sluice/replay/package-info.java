/** The replay tool: commands that read a gateway's queues and show what the gateway did. Each command is a class. */
package dev.sluice.replay;
