package dev.sluice.client.job;

/**
 * A run was continued with other items, or its body asks otherwise than before: what was handled and asked already cannot
 * be told any more. The message says where.
 */
public final class RunChangedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    public RunChangedException(String message) {
        super(message);
    }
}
