package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Method;

/**
 * A leader-only method that would run on every node, or has no result for a follower.
 */
public class UngatableMethodException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String problem;

	private final String remedy;

	/**
	 * Creates an exception.
	 * @param problem what is wrong, as a continuation of the method's name
	 * @param remedy what to do, a sentence without its full stop
	 */
	UngatableMethodException(Method method, String problem, String remedy) {
		super("The @LeaderOnly method " + name(method) + " " + problem + ". " + remedy + ".");
		this.problem = "The @LeaderOnly method " + name(method) + " " + problem + ".";
		this.remedy = remedy + ".";
	}

	static String name(Method method) {
		return method.getDeclaringClass().getName() + "." + method.getName() + "()";
	}

	/**
	 * What is wrong, as a sentence that names the method.
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * What to do, as a sentence.
	 */
	public String remedy() {
		return this.remedy;
	}

}
