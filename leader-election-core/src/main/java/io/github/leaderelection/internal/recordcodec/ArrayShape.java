package io.github.leaderelection.internal.recordcodec;

import java.lang.reflect.Array;
import java.util.List;

/**
 * An array of values of one shape.
 */
record ArrayShape(Class<?> type, Shape element) implements Shape {

	@Override
	public void write(Object value, Sink sink) {
		int size = Array.getLength(value);
		sink.openList(size);
		for (int i = 0; i < size; i++) {
			sink.element(i);
			this.element.write(Array.get(value, i), sink);
		}
		sink.closeList();
	}

	@Override
	public Object read(Source source) {
		List<Object> values = ListShape.read(source, this.element);
		Object array = Array.newInstance(this.type, values.size());
		for (int i = 0; i < values.size(); i++) {
			Array.set(array, i, values.get(i));
		}
		return array;
	}

}
