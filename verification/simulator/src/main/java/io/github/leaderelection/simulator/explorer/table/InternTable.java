package io.github.leaderelection.simulator.explorer.table;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * Values by number, each once. Safe for use from any thread.
 */
public final class InternTable<K, V> {

	private static final int CHUNK = 1 << 12;

	private static final int CHUNKS = 1 << 14;

	private final Map<K, Integer> numbers = new ConcurrentHashMap<>();

	private final @Nullable Object[][] chunks = new Object[CHUNKS][];

	private int size;

	/**
	 * The number of a value that is known already.
	 * @return its number, null if it is not known
	 */
	public @Nullable Integer find(K key) {
		return this.numbers.get(key);
	}

	/**
	 * The number of a value.
	 * @param value the value, kept if it is new
	 */
	public synchronized int number(K key, V value) {
		Integer known = this.numbers.get(key);
		if (known != null) {
			return known;
		}
		int number = this.size++;
		@Nullable Object[] chunk = this.chunks[number / CHUNK];
		if (chunk == null) {
			chunk = new Object[CHUNK];
			this.chunks[number / CHUNK] = chunk;
		}
		chunk[number % CHUNK] = value;
		this.numbers.put(key, number);
		return number;
	}

	/** A value. */
	@SuppressWarnings("unchecked") // only such values are put in
	public V get(int number) {
		return (V) Objects.requireNonNull(this.chunks[number / CHUNK][number % CHUNK]);
	}

	public synchronized int size() {
		return this.size;
	}

}
