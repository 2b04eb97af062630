package dev.sluice.service.core.footprint;

/**
 * The condition {@code column = ?}: a request touches only those rows of the table whose value in this column is the request's
 * argument, and no update changes the column.
 *
 * @param column the column's name in the catalog
 * @param parameter the number of the argument, from 0
 */
public record Bound(String column, int parameter) {}
