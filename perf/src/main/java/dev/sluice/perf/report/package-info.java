/** Reports: measurements with their spread, tables, plots and their files. This package does not depend on any experiment. */
package dev.sluice.perf.report;
