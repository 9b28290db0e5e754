# ruff: noqa - written for one run on a GPU and kept as it ran, so that the shipped tables can be made again
# mypy: ignore-errors
# pyright: basic, reportMissingImports=false, reportArgumentType=false, reportCallIssue=false, reportIndexIssue=false, reportOptionalMemberAccess=false, reportPrivateUsage=false, reportPossiblyUnboundVariable=false, reportAttributeAccessIssue=false, reportOperatorIssue=false
"""Exact half of five players of Schocken on a GPU: one round per state, all levels."""

import os, sys, time, itertools
import numpy as np, cupy as cp

d = np.load("gpu/in.npz")
deals, rank, first, keepl, fall, hand, chance = (
    d[k] for k in ("deals", "rank", "first", "keep", "fall", "hand", "chance")
)
K, KEEPS, EQ = 56, 28, "1e-12"
F = lambda x: float(x).hex()
contains = {
    h: [(k, chance[i]) for k in range(KEEPS) for i in range(fall[k], fall[k + 1]) if hand[i] == h] for h in range(K)
}
hand_of_rank = {int(rank[h]): h for h in range(K)}
keeps_of = {h: [int(x) for x in keepl[first[h] : first[h + 1]]] for h in range(K)}
ch0 = {int(hand[i]): chance[i] for i in range(fall[0], fall[1])}


def gen_choose(V, hidden, limit, again, out):
    """Unrolled backward induction; V(e) is an expression, hidden(k) the value of a covered throw."""
    c = []
    for k in range(KEEPS):
        if hidden:
            c.append(f"double T{k}={hidden(k)};")
        else:
            c.append(
                f"double T{k}="
                + "+".join(f"{F(chance[i])}*{V(int(rank[hand[i]]))}" for i in range(fall[k], fall[k + 1]))
                + ";"
            )
    cur = "T"
    for n in range(limit - 1, 0, -1):
        nxt = "N" if cur == "T" else "M"
        if n > 1:
            for k in range(KEEPS):
                c.append(f"double {nxt}{k}=0;")
        else:
            c.append("double r=0;")
        for h in range(K):
            c.append("{double b=%s; int c=-1;" % V(int(rank[h])))
            for k in keeps_of[h]:
                c.append(f"if({cur}{k}<b-{EQ}){{b={cur}{k};c={k};}}")
            c.append(f"{again(n, h)}=(signed char)c;")
            if n > 1:
                for k, x in contains[h]:
                    c.append(f"{nxt}{k}+={F(x)}*b;")
            else:
                c.append(f"r+={F(ch0[h])}*b;")
            c.append("}")
        cur = nxt
    c.append(f"{out}=r;")
    return "\n".join(c)


TU = 84
choose_last = gen_choose(lambda e: f"A[{e}*85+u]", None, 3, lambda n, h: f"G8[({(n - 1) * 56 + h})*84+u]", "own")
walk = []
for k in range(KEEPS):
    walk.append(f"Fo[{k}*84+u]=0;Go[{k}*84+u]=0;")
for h in range(K):
    walk.append(f"{{int c=G8[{h}*84+u]; A[{rank[h]}*85+u]=c<0?{F(ch0[h])}:0.0; if(c>=0)Fo[c*84+u]+={F(ch0[h])};}}")
for k in range(KEEPS):
    walk.append(f"double f{k}=Fo[{k}*84+u];")
for h in range(K):
    walk.append(
        f"{{double x="
        + "+".join(f"{F(x)}*f{k}" for k, x in contains[h])
        + f"; int c=G8[{56 + h}*84+u]; if(c<0)A[{rank[h]}*85+u]+=x; else Go[c*84+u]+=x;}}"
    )
for k in range(KEEPS):
    walk.append(f"double g{k}=Go[{k}*84+u];")
for h in range(K):
    walk.append(f"A[{rank[h]}*85+u]+=" + "+".join(f"{F(x)}*g{k}" for k, x in contains[h]) + ";")
walk = "\n".join(walk)

TD = 64
choose_mid = gen_choose(
    lambda e: f"O({e})", lambda k: f"O({56}+{k})", 3, lambda n, h: f"G8[({(n - 1) * 56 + h})*{TD}+x]", "own"
)
walk_mid = []
for k in range(KEEPS):
    walk_mid.append(f"Fo[{k}*{TD}+x]=0;Go[{k}*{TD}+x]=0;")
ADD = "for(int s=0;s<5;s++)val[s]+=q*W(%s,s);"
for h in range(K):
    walk_mid.append(f"{{int c=G8[{h}*{TD}+x]; double q={F(ch0[h])}; if(c<0){{{ADD % rank[h]}}} else Fo[c*{TD}+x]+=q;}}")
for h in range(K):
    walk_mid.append(
        "{double q="
        + "+".join(f"{F(x)}*Fo[{k}*{TD}+x]" for k, x in contains[h])
        + f"; int c=G8[{56 + h}*{TD}+x]; if(q>0){{if(c<0){{{ADD % rank[h]}}} else Go[c*{TD}+x]+=q;}}}}"
    )
for k in range(KEEPS):
    walk_mid.append(f"{{double q=Go[{k}*{TD}+x]; if(q>0){{{ADD % (56 + k)}}}}}")
walk_mid = "\n".join(walk_mid)

src = r"""
#define PAY(l,b,dd,s) pays[(((l)*5+(b))*8+(dd))*5+(s)]
extern "C" {
// Y[fs][slot4][dir2][pair6][56][56]
__global__ void kA(const double* pays_g, const int* start, const int* key, const double* ch, const int* deal, const int* mh, double* Y){
  __shared__ double pays[1000]; __shared__ int dl[56];
  for(int i=threadIdx.x;i<1000;i+=blockDim.x) pays[i]=pays_g[i];
  for(int i=threadIdx.x;i<56;i+=blockDim.x) dl[i]=deal[i];
  __syncthreads();
  int fs=blockIdx.x, f=56+fs/84, s=fs%84, pair=blockIdx.y;
  const int LW[6]={2,2,3,4,3,4}, HW[6]={3,4,2,2,4,3};
  int lw=LW[pair], hw=HW[pair];
  double* base=Y+(size_t)fs*4*2*6*3136;
  for(int i=threadIdx.x;i<1596;i+=blockDim.x){
    int m=mh[i]/56,h=mh[i]%56;
    double v0=0,v1=0,v2=0,v4=0;
    for(int x=start[f];x<start[f+1];x++){ int a=key[x]; double ca=ch[x];
      for(int y=start[s];y<start[s+1];y++){ int b=key[y]; double c=ca*ch[y];
        int low,l,hi,j; if(b>a){low=a;l=0;hi=b;j=1;}else{low=b;l=1;hi=a;j=0;}
        int L= low<m? l:lw; int J,D; if(hi>=h){J=j;D=dl[hi];}else{J=hw;D=dl[h];}
        const double* p=&PAY(L,J,D,0);
        v0+=c*p[0];v1+=c*p[1];v2+=c*p[2];v4+=c*p[4];
      }}
    double v[4]={v0,v1,v2,v4};
    for(int q=0;q<4;q++){ base[((q*2+0)*6+pair)*3136+m*56+h]=v[q]; base[((q*2+1)*6+pair)*3136+h*56+m]=v[q]; }
  }
}

__device__ inline int look(int c, int d, int e){
  // offset in [dir2][pair6][56][56]
  bool below=e<=d; int m=below?e:d, h=below?d:e;
  int o3= below? (0*6+5)*3136+e*56+d : (1*6+4)*3136+e*56+d;
  int o1= below? (0*6+0)*3136+c*56+d : (0*6+1)*3136+c*56+e;
  int o2= below? (1*6+3)*3136+c*56+e : (1*6+2)*3136+c*56+d;
  return c<m? o1 : c>=h? o2 : o3;
}
__device__ inline int look57(int c, int d, int e){ // offset in [pair6][56][57]
  bool below=e<=d; int m=below?e:d, h=below?d:e;
  int pr, lo, hi;
  if(c<m){pr=below?0:1;lo=c;hi=h;} else if(c>=h){pr=below?3:2;lo=m;hi=c;} else {pr=below?5:4;lo=m;hi=h;}
  return (pr*56+lo)*57+hi;
}
__global__ void __launch_bounds__(1024) kZ(const double* Y, const int* start_g, const int* key_g, const double* ch_g, double* Z){
  extern __shared__ double sh[];
  double* S=sh; double* ch=sh+6*56*57; int* start=(int*)(ch+364); int* key=start+86;
  const double* Yq=Y+(size_t)blockIdx.x*2*6*3136;
  for(int i=threadIdx.x;i<85;i+=blockDim.x) start[i]=start_g[i];
  for(int i=threadIdx.x;i<364;i+=blockDim.x){key[i]=key_g[i];ch[i]=ch_g[i];}
  for(int i=threadIdx.x;i<6*3136;i+=blockDim.x) S[(i/56)*57+i%56]=Yq[i];
  __syncthreads();
  double* out=Z+(size_t)blockIdx.x*28*3136;
  for(int i=threadIdx.x;i<3136;i+=blockDim.x){ int e=i/56,d=i%56;
    for(int k=0;k<28;k++){ double v=0; 
      for(int x=start[56+k];x<start[57+k];x++) v+=ch[x]*S[look57(key[x],d,e)];
      out[k*3136+i]=v; } }
}
__device__ inline void fillB(const double* Yq, const double* Zq, int t, const int* start, const int* key, const double* ch, double* B){
  if(t<56){
    #pragma unroll 5
    for(int j=0;j<25;j++){ int i=threadIdx.x+128*j; if(i<3136){ int e=i/56,d=i%56; B[e*85+d]=__ldg(Yq+look(t,d,e)); } }
  } else {
    const double* z=Zq+(size_t)(t-56)*3136;
    #pragma unroll 5
    for(int j=0;j<25;j++){ int i=threadIdx.x+128*j; if(i<3136){ int e=i/56,d=i%56; B[e*85+d]=__ldg(z+i); } }
  }
  __syncthreads();
  for(int i=threadIdx.x;i<56*28;i+=128){ int k=i/56,e=i%56; double v=0;
    int b=start[57+k];
    #pragma unroll 3
    for(int x=start[56+k];x<b;x++) v+=ch[x]*B[e*85+key[x]];
    B[e*85+56+k]=v; }
  __syncthreads();
}
__global__ void __launch_bounds__(128,2) kB(const double* Y, const double* Z, const int* start_g, const int* key_g, const double* ch_g, double* out, int P){
  extern __shared__ double sh[];
  double* A=sh; double* B=sh+56*85; signed char* G8=(signed char*)(sh+2*56*85); 
  double* chs=(double*)(G8+112*84); int* start=(int*)(chs+364); int* key=start+86;
  for(int i=threadIdx.x;i<85;i+=blockDim.x) start[i]=start_g[i];
  for(int i=threadIdx.x;i<364;i+=blockDim.x){key[i]=key_g[i];chs[i]=ch_g[i];}
  __syncthreads();
  double* Fo=B; double* Go=B+28*84;
  int p=blockIdx.x, fs=p/84, t=p%84; const double* base=Y+(size_t)fs*4*2*6*3136;
  int u=threadIdx.x; double own=0;
  fillB(base+3*2*6*3136,Z+((size_t)fs*4+3)*28*3136,t,start,key,chs,A);
  if(u<84){
    CHOOSE_LAST
    WALK
  }
  double rest=1-own; if(u<84) out[((size_t)u*5+4)*P+p]=own;
  for(int q=0;q<3;q++){
    __syncthreads();
    fillB(base+q*2*6*3136,Z+((size_t)fs*4+q)*28*3136,t,start,key,chs,B);
    if(u<84){ double v=0; for(int e=0;e<56;e++) v+=A[e*85+u]*B[e*85+u]; out[((size_t)u*5+q)*P+p]=v; rest-=v; }
  }
  if(u<84) out[((size_t)u*5+3)*P+p]=rest;
}
// worth in[final84][seat5][P]; out index: problem p -> out[(p%84)][seat][P/84]
__global__ void __launch_bounds__(64) kD(const double* in, double* out, int P, int player){
  __shared__ double Fo[28*64]; __shared__ double Go[28*64]; __shared__ signed char G8[112*64];
  int x=threadIdx.x, p=blockIdx.x*64+x; if(p>=P) return;
  #define W(f,s) in[((size_t)(f)*5+(s))*P+p]
  #define O(f) W(f,player)
  double own; double val[5]={0,0,0,0,0};
  CHOOSE_MID
  WALKM
  int Q=P/84>0?P/84:1; int o=P>=84? p%84: p, q=P>=84? p/84:0;
  if(P<84){ for(int s=0;s<5;s++) out[p*5+s]=val[s]; }
  else for(int s=0;s<5;s++) out[((size_t)o*5+s)*Q+q]=val[s];
}
// open rounds: R[p][l5][j5][low][high][seat]; decider p, limit 1 or 2
__global__ void kO(const double* pays_g, const double* Rn, double* R, int p, int limit, const int* start, const int* key, const double* ch, const int* deal, const int* rank, const int* first, const int* keeps, const int* hand0, const double* ch0){
  int i=blockIdx.x*blockDim.x+threadIdx.x; if(i>=p*p*3136) return;
  int l=i/(p*3136), j=i/3136%p, low=i/56%56, high=i%56;
  if(low>high || (p>1 && l==j) || (p==1 && low!=high)) return;
  double V[56*5];
  for(int k=0;k<56;k++){
    int L=l,J=j,lo=low,hi=high; if(k<=low){L=p;lo=k;} if(k>high){J=p;hi=k;}
    const double* q= p==4? pays_g+((L*5+J)*8+deal[hi])*5 : Rn+((((size_t)L*5+J)*56+lo)*56+hi)*5;
    for(int s=0;s<5;s++) V[k*5+s]=q[s];
  }
  double val[5]={0,0,0,0,0};
  if(limit==1){ for(int x=0;x<56;x++) for(int s=0;s<5;s++) val[s]+=ch0[x]*V[rank[hand0[x]]*5+s]; }
  else {
    double T[28]; 
    for(int k=0;k<28;k++){ double v=0; for(int x=start[56+k];x<start[57+k];x++) v+=ch[x]*V[key[x]*5+p]; T[k]=v; }
    double Fo[28]; for(int k=0;k<28;k++) Fo[k]=0;
    for(int x=0;x<56;x++){ int h=hand0[x]; double b=V[rank[h]*5+p]; int c=-1;
      for(int y=first[h];y<first[h+1];y++) if(T[keeps[y]]<b-1e-12){b=T[keeps[y]];c=keeps[y];}
      if(c<0) for(int s=0;s<5;s++) val[s]+=ch0[x]*V[rank[h]*5+s]; else Fo[c]+=ch0[x]; }
    for(int k=0;k<28;k++) if(Fo[k]>0) for(int x=start[56+k];x<start[57+k];x++) for(int s=0;s<5;s++) val[s]+=Fo[k]*ch[x]*V[key[x]*5+s];
  }
  for(int s=0;s<5;s++) R[((((size_t)l*5+j)*56+low)*56+high)*5+s]=val[s];
}
}
"""
src = (
    src.replace("CHOOSE_LAST", choose_last)
    .replace("WALKM", walk_mid)
    .replace("CHOOSE_MID", choose_mid)
    .replace("WALK", walk)
)
t0 = time.time()
mod = cp.RawModule(code=src, options=("-std=c++17",))
kA, kZ, kB, kD, kO = (mod.get_function(n) for n in ("kA", "kZ", "kB", "kD", "kO"))
SHZ = 6 * 56 * 57 * 8 + 364 * 8 + 86 * 4 + 364 * 4
kZ.max_dynamic_shared_size_bytes = SHZ
SH = 2 * 56 * 85 * 8 + 112 * 84 + 364 * 8 + 86 * 4 + 364 * 4
kB.max_dynamic_shared_size_bytes = SH
print("compiled", time.time() - t0, "s; regs", kB.num_regs, "local", kB.local_size_bytes, "shared", SH, flush=True)

start = list(range(56))
key = list(range(56))
chf = [1.0] * 56
for k in range(KEEPS):
    start.append(len(key))
    for i in range(fall[k], fall[k + 1]):
        key.append(int(rank[hand[i]]))
        chf.append(float(chance[i]))
start.append(len(key))
I = lambda a: cp.asarray(np.array(a, dtype=np.int32))
D = lambda a: cp.asarray(np.array(a, dtype=np.float64))
g_start, g_key, g_ch, g_deal, g_rank, g_first, g_keep = I(start), I(key), D(chf), I(deals), I(rank), I(first), I(keepl)
g_h0, g_c0 = I([int(hand[i]) for i in range(fall[0], fall[1])]), D([chance[i] for i in range(fall[0], fall[1])])
FS = 28 * 84
P = FS * 84
g_mh = I([m * 56 + h for m in range(56) for h in range(m, 56)])
Z = cp.zeros(FS * 4 * 28 * 3136)
Y = cp.zeros(FS * 4 * 2 * 6 * 3136)
wB = cp.zeros(84 * 5 * P)
wC = cp.zeros(84 * 5 * FS)
wD = cp.zeros(84 * 5 * 28)
wE = cp.zeros(28 * 5)
R = [cp.zeros(25 * 3136 * 5) for _ in range(6)]


def round_of(pays):
    """worth of the beginner's finals: after one throw [56,5], two [56,5], covered [28,5]."""
    g = cp.asarray(np.ascontiguousarray(pays))
    kA((FS, 6), (256,), (g, g_start, g_key, g_ch, g_deal, g_mh, Y))
    kZ((FS * 4,), (1024,), (Y, g_start, g_key, g_ch, Z), shared_mem=SHZ)
    kB((P,), (128,), (Y, Z, g_start, g_key, g_ch, wB, np.int32(P)), shared_mem=SH)
    kD((P // 64,), (64,), (wB, wC, np.int32(P), np.int32(3)))
    kD(((FS + 63) // 64,), (64,), (wC, wD, np.int32(FS), np.int32(2)))
    kD((1,), (64,), (wD, wE, np.int32(28), np.int32(1)))
    res = []
    for limit in (1, 2):
        for p in (4, 3, 2, 1):
            n = p * p * 3136
            kO(
                ((n + 127) // 128,),
                (128,),
                (
                    g,
                    R[p + 1],
                    R[p],
                    np.int32(p),
                    np.int32(limit),
                    g_start,
                    g_key,
                    g_ch,
                    g_deal,
                    g_rank,
                    g_first,
                    g_keep,
                    g_h0,
                    g_c0,
                ),
            )
        res.append(R[1].reshape(5, 5, 56, 56, 5)[0, 0].diagonal(axis1=0, axis2=1).T.copy())
    return res[0], res[1], wE.reshape(28, 5).copy()


def begin(w1, w2, w3):
    """values of the round to all, batched over states: w1[S,56,5], ..."""
    S = len(w1)
    own3 = w3[:, :, 0]
    T = w3.copy()
    for w, last in ((w2, False), (w1, True)):
        byhand = np.empty((S, 56, 5))
        for h in range(56):
            b = w[:, rank[h]].copy()
            for k in keeps_of[h]:
                better = T[:, k, 0] < b[:, 0] - 1e-12
                b[better] = T[better, k]
            byhand[:, h] = b
        N = np.zeros((S, 28, 5))
        for k in range(28 if not last else 1):
            for i in range(fall[k], fall[k + 1]):
                N[:, k] += chance[i] * byhand[:, hand[i]]
        T = N
    return T[:, 0]


# test against the CPU
pays = d["pays"]
t0 = time.time()
w1, w2, w3 = round_of(pays)
cp.cuda.Device().synchronize()
print("first", time.time() - t0)
worst = 0.0
C = wC.reshape(84, 5, FS).get()
for (f, s), want in zip(d["cases"], d["third"]):
    got = C[:, :, (f - 56) * 84 + s]
    worst = max(worst, np.abs(got - want).max())
    print("case", f, s, "largest difference", np.abs(got - want).max(), flush=True)
Rt = R[2].reshape(5, 5, 56, 56, 5).get()
for (a, b), want in zip(d["cases2"], d["second2"]):
    low, l, hi, j = (a, 0, b, 1) if b > a else (b, 1, a, 0)
    worst = max(worst, np.abs(Rt[l, j, low, hi] - want).max())
    print("two throws", a, b, np.abs(Rt[l, j, low, hi] - want).max(), flush=True)
t0 = time.time()
for _ in range(5):
    round_of(pays)
cp.cuda.Device().synchronize()
per_round = (time.time() - t0) / 5
print("round", (time.time() - t0) / 5, "s", flush=True)
for name, fn in (
    ("A", lambda: kA((FS, 6), (256,), (cp.asarray(pays), g_start, g_key, g_ch, g_deal, g_mh, Y))),
    ("B", lambda: kB((P,), (128,), (Y, Z, g_start, g_key, g_ch, wB, np.int32(P)), shared_mem=SH)),
    ("Z", lambda: kZ((FS * 4,), (1024,), (Y, g_start, g_key, g_ch, Z), shared_mem=SHZ)),
    ("D", lambda: kD((P // 64,), (64,), (wB, wC, np.int32(P), np.int32(3)))),
):
    cp.cuda.Device().synchronize()
    t0 = time.time()
    fn()
    cp.cuda.Device().synchronize()
    print(name, time.time() - t0, flush=True)
if "solve" not in sys.argv or worst > 1e-12 or per_round > 0.075:
    sys.exit("not solved")

# the half
STONES = 13
table = {}
for left in (2, 3, 4):
    for h, v in zip(d[f"held{left}"], d[f"value{left}"]):
        table[tuple(h.tolist())] = v


def value_few(held):
    seats = [i for i, x in enumerate(held) if x]
    v = np.zeros(5)
    v[seats] = table[tuple(held[i] for i in seats)]
    return v


values = {}


def value(state):
    v = values.get(state)
    if v is None:
        v = values[state] = value_few(state[1])
    return v


def nxt(state, l, b, dd):
    middle, held = state
    st = list(held)
    taken = min(dd, middle or st[b])
    if middle:
        middle -= taken
    else:
        st[b] -= taken
    st[l] += taken
    return None if st[l] == STONES else (middle, tuple(st[l:] + st[:l]))


def pays_of(state):
    p = np.zeros((5, 5, 8, 5))
    for l in range(5):
        p[l, :, 0, l] = 1
        for b in range(5):
            if state[0] and b:
                p[l, b] = p[l, 0]
                continue
            for dd in range(1, 8):
                n = nxt(state, l, b, dd)
                if n is None:
                    p[l, b, dd, l] = 1
                else:
                    p[l, b, dd] = np.roll(value(n), l)
    return p


def shares(n, k):
    if k == 1:
        yield (n,)
        return
    for a in range(n + 1):
        for o in shares(n - a, k - 1):
            yield (a, *o)


plans = {}


def sweep(states):
    ws = []
    for st in states:
        ws.append(round_of(pays_of(st)))
    w = [np.array([x[i].get() for x in ws]) for i in range(3)]
    for i, st in enumerate(states):
        plans[st] = w[2][i]
    return begin(*w)


OUT = os.environ["OUT"]
T0 = time.time()
LIMIT = float(os.environ.get("SECONDS_LEFT", "560"))
order = [(m, h) for m in range(0, 14) for h in shares(13 - m, 5) if m or 0 not in h]


def save():
    done = [s for s in order if s in plans and s in values]
    np.savez(
        OUT + "/five.npz",
        states=np.array([(s[0], *s[1]) for s in done]),
        values=np.array([values[s] for s in done]),
        residual=residual,
    )
    np.savez(OUT + "/plans.npz", plans=np.array([plans[s] for s in done]))


residual = 1.0
zero = [(0, h) for h in shares(13, 5) if 0 not in h]
begun_at = 0
if os.path.exists("gpu/begun/five.npz"):
    b = np.load("gpu/begun/five.npz")
    pl = np.load("gpu/begun/plans.npz")["plans"]
    residual = float(b["residual"])
    for s, v, q in zip(b["states"].tolist(), b["values"], pl):
        values[(s[0], tuple(s[1:]))] = v
        plans[(s[0], tuple(s[1:]))] = q
    print("begun with", len(values), flush=True)
else:
    for h, v in zip(d["held5"], d["guess5"]):
        values[(0, tuple(h.tolist()))] = v
    xs, fs_ = [], []
    x = np.array([values[s] for s in zero]).ravel()
    for it in range(16):
        for s, v in zip(zero, x.reshape(-1, 5)):
            values[s] = v
        f = sweep(zero).ravel() - x
        residual = np.abs(f).max()
        print("sweep", it, "residual", residual, time.time() - T0, flush=True)
        if residual < 2e-11:
            break
        xs.append(x)
        fs_.append(f)
        xs, fs_ = xs[-8:], fs_[-8:]
        if len(xs) > 1:
            dF = np.array([fs_[i + 1] - fs_[i] for i in range(len(fs_) - 1)]).T
            dX = np.array([xs[i + 1] - xs[i] for i in range(len(xs) - 1)]).T
            gamma = np.linalg.lstsq(dF, f, rcond=1e-12)[0]
            x = x + f - (dX + dF) @ gamma
        else:
            x = x + f
    save()
for m in range(1, 14):
    level = [s for s in order if s[0] == m and s not in plans]
    for i in range(0, len(level), 100):
        if time.time() - T0 > LIMIT:
            save()
            print("stopped at", m, i, flush=True)
            sys.exit()
        part = level[i : i + 100]
        for s, v in zip(part, sweep(part)):
            values[s] = v
    print("middle", m, len(level), time.time() - T0, flush=True)
save()
print("fresh", values[(13, (0,) * 5)], flush=True)
