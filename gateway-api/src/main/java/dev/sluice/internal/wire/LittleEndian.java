package dev.sluice.internal.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Access to numbers in a byte array, in little-endian byte order. */
public final class LittleEndian {

    public static final VarHandle SHORT = handle(short[].class);
    public static final VarHandle INT = handle(int[].class);
    public static final VarHandle LONG = handle(long[].class);
    public static final VarHandle DOUBLE = handle(double[].class);

    private LittleEndian() {}

    private static VarHandle handle(Class<?> numbers) {
        return MethodHandles.byteArrayViewVarHandle(numbers, ByteOrder.LITTLE_ENDIAN);
    }
}
