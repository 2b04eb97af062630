package dev.sluice.testsupport;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * The main class of a JVM that must not outlive the one that started it, also when that is killed: its standard input ends then. The
 * first argument is the class whose main method is called, with the others.
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
                continue; // nobody writes to it
            }
        } catch (final IOException e) {
            // It is closed, then.
        }
        Runtime.getRuntime().halt(PARENT_ENDED);
    }
}
