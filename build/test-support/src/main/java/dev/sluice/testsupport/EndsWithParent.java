package dev.sluice.testsupport;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * The main class of a child JVM that must not outlive its parent, even if the parent is killed. The child's standard input ends
 * together with the parent, and then this class ends the child. The first argument is the class whose main method is called with
 * the other arguments.
 */
public final class EndsWithParent {

    private static final int PARENT_ENDED = 1;

    private EndsWithParent() {}

    public static void main(String[] args) throws ReflectiveOperationException {
        final Thread watch = new Thread(EndsWithParent::awaitEnd, "ends-with-parent");
        watch.setDaemon(true);
        watch.start();
        final String[] rest = Arrays.copyOfRange(args, 1, args.length);
        try {
            Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
        } catch (final InvocationTargetException e) {
            throw new IllegalStateException(args[0] + " failed", e.getCause());
        }
    }

    private static void awaitEnd() {
        try {
            while (System.in.read() >= 0) {
                continue; // the parent writes nothing
            }
        } catch (final IOException e) {
            // The input is broken, so the parent is treated as ended.
        }
        Runtime.getRuntime().halt(PARENT_ENDED);
    }
}
