package io.github.leaderelection.internal.recordcodec;

import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

import io.github.leaderelection.NodeId;

/**
 * The shape of values without parts.
 */
record SimpleShape(BiConsumer<Object, Sink> writer, Function<Source, Object> reader) implements Shape {

	private static final Shape NUMBER = new SimpleShape((value, sink) -> sink.number((Long) value), Source::number);

	private static final Shape INTEGER = new SimpleShape((value, sink) -> sink.number((Integer) value),
			SimpleShape::integer);

	private static final Shape REAL = new SimpleShape((value, sink) -> sink.real((Double) value), Source::real);

	private static final Shape FLAG = new SimpleShape((value, sink) -> sink.flag((Boolean) value), Source::flag);

	private static final Shape TEXT = new SimpleShape((value, sink) -> sink.text((String) value), Source::text);

	private static final Shape NODE_ID = new SimpleShape((value, sink) -> sink.text(((NodeId) value).value()),
			SimpleShape::nodeId);

	static final Map<Class<?>, Shape> BY_TYPE = Map.of(long.class, NUMBER, Long.class, NUMBER, int.class, INTEGER,
			Integer.class, INTEGER, double.class, REAL, boolean.class, FLAG, Boolean.class, FLAG, String.class, TEXT,
			NodeId.class, NODE_ID);

	@Override
	public void write(Object value, Sink sink) {
		this.writer.accept(value, sink);
	}

	@Override
	public Object read(Source source) {
		return this.reader.apply(source);
	}

	private static Integer integer(Source source) {
		long number = source.number();
		if (number != (int) number) {
			throw source.unexpected(number + " is not a whole number of 32 bits");
		}
		return (int) number;
	}

	private static NodeId nodeId(Source source) {
		String text = source.text();
		try {
			return NodeId.of(text);
		}
		catch (IllegalArgumentException ex) {
			throw source.unexpected(String.valueOf(ex.getMessage()));
		}
	}

}
