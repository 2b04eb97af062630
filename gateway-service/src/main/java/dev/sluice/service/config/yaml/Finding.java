package dev.sluice.service.config.yaml;

/**
 * Something wrong in a declaration.
 *
 * @param key within the declaration, such as {@code types} or {@code request.body}
 * @param text fit for the user
 */
public record Finding(String key, String text) {}
