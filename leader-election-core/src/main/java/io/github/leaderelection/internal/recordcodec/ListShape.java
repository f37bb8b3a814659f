package io.github.leaderelection.internal.recordcodec;

import java.util.ArrayList;
import java.util.List;

/**
 * A list of values of one shape.
 */
record ListShape(Shape element) implements Shape {

	@Override
	public void write(Object value, Sink sink) {
		List<?> values = (List<?>) value;
		int size = values.size();
		sink.openList(size);
		for (int i = 0; i < size; i++) {
			sink.element(i);
			this.element.write(values.get(i), sink);
		}
		sink.closeList();
	}

	@Override
	public Object read(Source source) {
		return List.copyOf(read(source, this.element));
	}

	static List<Object> read(Source source, Shape element) {
		List<Object> values = new ArrayList<>();
		int size = source.openList();
		while (source.element(values.size(), size)) {
			values.add(element.read(source));
		}
		return values;
	}

}
