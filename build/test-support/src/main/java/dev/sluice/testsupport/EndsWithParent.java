package dev.sluice.testsupport;

import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * The main class of a child JVM that must not outlive its parent, even if the parent is killed. The child's standard input ends
 * together with the parent, and then this class ends the child, unless the parent has written something: a child that reads its
 * input ends by itself when the input ends. The first argument is the class whose main method is called with the other arguments.
 */
public final class EndsWithParent {

    private static final int PARENT_ENDED = 1;
    private static final int BUFFER = 1 << 13;

    private EndsWithParent() {}

    public static void main(String[] args) throws ReflectiveOperationException, IOException {
        final InputStream input = System.in;
        final PipedOutputStream passed = new PipedOutputStream();
        System.setIn(new PipedInputStream(passed, BUFFER));
        final Thread watch = new Thread(() -> pass(input, passed), "ends-with-parent");
        watch.setDaemon(true);
        watch.start();
        final String[] rest = Arrays.copyOfRange(args, 1, args.length);
        try {
            final Method main = Class.forName(args[0]).getMethod("main", String[].class);
            main.setAccessible(true); // Java starts classes that are not public, too
            main.invoke(null, (Object) rest);
        } catch (final InvocationTargetException e) {
            throw new IllegalStateException(args[0] + " failed", e.getCause());
        }
    }

    private static void pass(InputStream input, PipedOutputStream passed) {
        boolean any = false;
        try (passed) {
            final byte[] bytes = new byte[BUFFER];
            for (int count = input.read(bytes); count >= 0; count = input.read(bytes)) {
                any = true;
                passed.write(bytes, 0, count);
                passed.flush();
            }
        } catch (final IOException e) {
            // The input is broken, so the parent is treated as ended; or the thread that has read the input has ended.
        }
        if (!any) {
            Runtime.getRuntime().halt(PARENT_ENDED);
        }
    }
}
