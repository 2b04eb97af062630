/** The report of an experiment: measurements with their spread, tables, plots, and the files that hold them. Knows no experiment. */
package dev.sluice.perf.report;
