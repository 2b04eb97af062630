package dev.sluice.perf.report;

import java.util.List;
import java.util.Map;

/**
 * A part of an experiment's report.
 *
 * @param conditions under which it was measured, beside those of the whole
 */
public record Part(Map<String, String> conditions, Table table, List<Measurement> measurements) {}
