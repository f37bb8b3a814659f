package io.github.leaderelection.simulator.lab.script;

/**
 * A scenario cannot be read or cannot be played as it is written.
 */
public final class ScriptException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	ScriptException(String source, int line, String what) {
		super(source + ", line " + line + ": " + what);
	}

	ScriptException(String what) {
		super(what);
	}

}
