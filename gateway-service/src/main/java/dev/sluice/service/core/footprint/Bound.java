package dev.sluice.service.core.footprint;

/**
 * The condition {@code column = ?}: a request touches only the rows of the table that have the request's argument in this column,
 * and no update changes the column.
 *
 * @param column the column's name in the catalog
 * @param parameter the number of the argument, from 0
 */
public record Bound(String column, int parameter) {}
