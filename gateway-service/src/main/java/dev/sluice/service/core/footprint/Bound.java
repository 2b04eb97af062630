package dev.sluice.service.core.footprint;

/**
 * {@code column = ?}: a request touches no row of the table but those that have its argument in this column, and no
 * update changes the column.
 *
 * @param column by its name in the catalog
 * @param parameter the number of the argument, from 0
 */
public record Bound(String column, int parameter) {}
