/** The look of the programs' log. The client has no part in it: a job's log is the job's own. */
package dev.sluice.service.log;
