package io.github.leaderelection.simulator.branches;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Adds a count to each way on from a condition or a switch in the code of a class.
 */
final class BranchCounter {

	private static final String HITS = Hits.class.getName().replace('.', '/');

	private final List<Branch> branches = new ArrayList<>();

	/**
	 * All branches of the classes counted so far: their numbers are their positions.
	 */
	List<Branch> branches() {
		return List.copyOf(this.branches);
	}

	/**
	 * Makes of a class one that counts.
	 */
	byte[] count(byte[] bytes) {
		ClassNode type = new ClassNode();
		new ClassReader(bytes).accept(type, ClassReader.SKIP_FRAMES);
		if ((type.access & Opcodes.ACC_SYNTHETIC) != 0) {
			return bytes;
		}
		String name = type.name.substring(type.name.lastIndexOf('/') + 1).replace('$', '.');
		for (MethodNode method : type.methods) {
			if ((method.access & Opcodes.ACC_BRIDGE) == 0) {
				new Method(name, method).count();
			}
		}
		ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
		type.accept(writer);
		return writer.toByteArray();
	}

	/**
	 * One method.
	 */
	private final class Method {

		private final String type;

		private final MethodNode method;

		private final Map<Integer, Integer> conditions = new HashMap<>();

		private int line;

		Method(String type, MethodNode method) {
			this.type = type;
			this.method = method;
		}

		void count() {
			for (AbstractInsnNode each : this.method.instructions.toArray()) {
				if (each instanceof LineNumberNode number) {
					this.line = number.line;
				}
				else if (each instanceof JumpInsnNode jump && jump.getOpcode() != Opcodes.GOTO) {
					int condition = next();
					this.method.instructions.insert(jump, hit(condition, "goes on"));
					jump.label = detour(jump.label, condition, "jumps");
				}
				else if (each instanceof TableSwitchInsnNode table) {
					table.dflt = count(table.labels, table.dflt);
				}
				else if (each instanceof LookupSwitchInsnNode lookup) {
					lookup.dflt = count(lookup.labels, lookup.dflt);
				}
			}
		}

		private int next() {
			return this.conditions.merge(this.line, 1, Integer::sum);
		}

		/**
		 * Cases that lead to the same place are one.
		 */
		private LabelNode count(List<LabelNode> labels, LabelNode other) {
			int condition = next();
			Map<LabelNode, LabelNode> detours = new HashMap<>();
			for (int i = 0; i < labels.size(); i++) {
				LabelNode label = labels.get(i);
				String way = "case " + (detours.size() + 1);
				labels.set(i, detours.computeIfAbsent(label, (target) -> detour(target, condition, way)));
			}
			if (isImpossible(other)) {
				return other;
			}
			return detours.computeIfAbsent(other, (target) -> detour(target, condition, "case else"));
		}

		/**
		 * What the compiler adds to a switch that has all cases.
		 */
		private static boolean isImpossible(LabelNode label) {
			AbstractInsnNode first = label;
			while (first != null && first.getOpcode() < 0) {
				first = first.getNext();
			}
			return first instanceof TypeInsnNode made && made.getOpcode() == Opcodes.NEW
					&& (made.desc.equals("java/lang/MatchException")
							|| made.desc.equals("java/lang/IncompatibleClassChangeError"));
		}

		private LabelNode detour(LabelNode target, int condition, String way) {
			LabelNode begin = new LabelNode();
			this.method.instructions.add(begin);
			this.method.instructions.add(hit(condition, way));
			this.method.instructions.add(new JumpInsnNode(Opcodes.GOTO, target));
			return begin;
		}

		private InsnList hit(int condition, String way) {
			int number = BranchCounter.this.branches.size();
			if (number >= Hits.most()) {
				throw new IllegalStateException("More than " + Hits.most() + " branches: raise the number in Hits");
			}
			BranchCounter.this.branches.add(new Branch(this.type, this.method.name, this.line, condition, way));
			InsnList hit = new InsnList();
			hit.add((number < 6) ? new InsnNode(Opcodes.ICONST_0 + number) : new IntInsnNode(Opcodes.SIPUSH, number));
			hit.add(new MethodInsnNode(Opcodes.INVOKESTATIC, HITS, "hit", "(I)V"));
			return hit;
		}

	}

}
