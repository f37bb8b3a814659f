package io.github.leaderelection.internal.transport.wire;

import java.util.ArrayDeque;
import java.util.Deque;

import io.github.leaderelection.internal.shape.Sink;
import tools.jackson.core.JsonGenerator;

/**
 * Writes values as JSON: a record is an object with its components in their order, and
 * one of several records stands in an object with its name before it.
 */
final class JsonSink implements Sink {

	/** Lists are no longer. */
	static final int MAX_LIST = 256;

	private final JsonGenerator out;

	/** For each open record, whether an object with its name is open around it. */
	private final Deque<Boolean> named = new ArrayDeque<>();

	private boolean isNamed;

	JsonSink(JsonGenerator out) {
		this.out = out;
	}

	@Override
	public void number(long value) {
		this.out.writeNumber(value);
	}

	@Override
	public void real(double value) {
		if (!Double.isFinite(value)) {
			throw new IllegalArgumentException("The number " + value + " has no wire form: send finite ones");
		}
		this.out.writeNumber(value);
	}

	@Override
	public void flag(boolean value) {
		this.out.writeBoolean(value);
	}

	@Override
	public void text(String value) {
		this.out.writeString(value);
	}

	@Override
	public void constant(Enum<?> value) {
		this.out.writeString(value.name());
	}

	@Override
	public void presence(boolean present) {
		if (!present) {
			this.out.writeNull();
		}
	}

	@Override
	public void kind(int index) {
		this.isNamed = true;
	}

	@Override
	public boolean isRepeated(Object value) {
		return false;
	}

	@Override
	public void openRecord(String name) {
		if (this.isNamed) {
			this.out.writeStartObject();
			this.out.writeStringProperty("type", name);
			this.out.writeName("body");
		}
		this.named.push(this.isNamed);
		this.isNamed = false;
		this.out.writeStartObject();
	}

	@Override
	public void component(String name, int index) {
		this.out.writeName(name);
	}

	@Override
	public void closeRecord() {
		this.out.writeEndObject();
		if (this.named.pop()) {
			this.out.writeEndObject();
		}
	}

	@Override
	public void openList(int size) {
		if (size > MAX_LIST) {
			throw new IllegalArgumentException("A list of " + size + " has no wire form: send at most " + MAX_LIST);
		}
		this.out.writeStartArray();
	}

	@Override
	public void element(int index) {
		// Commas come by themselves.
	}

	@Override
	public void closeList() {
		this.out.writeEndArray();
	}

}
