/** The format of the programs' log. It does not affect the client, because a job configures its log itself. */
package dev.sluice.service.log;
