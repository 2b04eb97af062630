/** What the programs' log looks like. The client has no part in it: a job's log is the job's own. */
package dev.sluice.service.log;
