package io.github.leaderelection.internal.assignment.runtime;

import java.nio.charset.StandardCharsets;

/**
 * The stable place of a key: 64-bit FNV-1a of its UTF-8 bytes, modulo the partitions.
 */
final class KeyHash {

	private static final long OFFSET = 0xcbf29ce484222325L;

	private static final long PRIME = 0x100000001b3L;

	private KeyHash() {
	}

	static int index(String key, int partitions) {
		long hash = OFFSET;
		for (byte each : key.getBytes(StandardCharsets.UTF_8)) {
			hash = (hash ^ (each & 0xff)) * PRIME;
		}
		return (int) Long.remainderUnsigned(hash, partitions);
	}

}
